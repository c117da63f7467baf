-- A salted hash; nobody logs in to an account without one.
alter table account add column password text;

-- One browser can be logged in to several accounts: the hash is that of its session.
alter table login drop constraint login_pkey, add primary key (hash, account_id);

-- What binds a code to the app that asked for it (RFC 7636).
alter table authorization_code add column code_challenge text;
