-- Whether the app may ask for a token in the redirect itself (`response_type=token`).
alter table app add column allows_token_flow boolean not null default true;
