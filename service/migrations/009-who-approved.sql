-- The rows of a log-in keep their id when its session gets a new secret.
alter table login add column id bigint generated always as identity unique;

-- Who approved a token, and in which log-in: that of a team is good only while they administer the team.
alter table token
  add column approved_by text references account,
  add column login_id bigint references login (id) on delete set null,
  -- The hash of the code that was exchanged for it.
  add column code_hash text;
create index token_of_login on token (login_id) where login_id is not null;
create index token_of_code on token (code_hash) where code_hash is not null;
alter table authorization_code add column login_id bigint references login (id) on delete set null;
create index code_of_login on authorization_code (login_id) where login_id is not null;

update token set approved_by = account_id where kind = 'user';
-- Nobody knows who approved the tokens of teams so far: administrators have to approve these apps again.
update token set is_revoked = true where kind = 'team';
