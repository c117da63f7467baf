-- compatible
-- Passkeys (WebAuthn): the second factor of the accounts that have one. Public keys are not secret.
create table passkey (
  -- The id of the credential, in base64url.
  id text primary key,
  account_id text not null references account,
  name text not null,
  -- In base64url, as COSE encodes it.
  public_key text not null,
  -- How often the authenticator says that it was used; always 0 for those that do not count.
  counter bigint not null,
  -- How browsers reach the authenticator, such as 'usb'.
  transports text[] not null,
  created timestamptz not null,
  used timestamptz
);
create index passkey_of_account on passkey (account_id);

-- The codes that replace a passkey, each of them once; used ones are deleted.
create table recovery_code (
  hash text primary key,
  account_id text not null references account
);
create index recovery_code_of_account on recovery_code (account_id);

-- A challenge for a passkey, which the browser with this session can answer once.
create table passkey_challenge (
  challenge text primary key,
  session text not null,
  purpose text not null check (purpose in ('add', 'use')),
  expires timestamptz not null
);

-- The accounts whose password was entered in a browser with this session, and whose passkey was not used yet.
create table pending_log_in (
  session text not null,
  account_id text not null references account,
  expires timestamptz not null,
  primary key (session, account_id)
);

-- When the user last confirmed their identity; null for never since the log-in.
alter table login add column confirmed timestamptz;

-- Whether administrators need a passkey.
alter table team add column requires_passkeys boolean not null default false;

create trigger audit after insert or delete or update of name on passkey
  for each row execute function record_change('passkey');
create trigger audit_confirmed after update of confirmed on login for each row execute function record_change('log-in');
