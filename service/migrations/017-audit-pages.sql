-- compatible
-- The audit log of a team, the newest first: all of it, about or by a person, and of a kind.
-- Pages continue after a time, which JavaScript knows in milliseconds.
alter table audit_event alter at type timestamptz(3);
drop index audit_event_of_team;
create index audit_event_of_team on audit_event (team_id, at, number);
create index audit_event_about on audit_event (team_id, account_id, at, number);
create index audit_event_by on audit_event (team_id, (actor ->> 'account'), at, number);
create index audit_event_of_kind on audit_event (team_id, event, at, number);
