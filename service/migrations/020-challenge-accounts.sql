-- compatible
-- The account to which a passkey is added with a challenge; null for challenges that use a passkey, and for those of older
-- versions, with which no passkey can be added.
alter table passkey_challenge add column account_id text references account;
