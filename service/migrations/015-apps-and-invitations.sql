-- compatible
-- Whether the app cannot keep a secret. For apps from before this migration it is unknown, so that they may go without.
alter table app add column is_public boolean not null default true;

-- How many invitations were sent to a member: only the link of the latest one is valid.
alter table member add column invitations integer not null default 0;
