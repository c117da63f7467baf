-- compatible
-- How long tokens of the app are valid, in seconds; null is until they are revoked.
alter table app add column token_lifetime bigint;
