-- Whom a change of a namespace concerns: asked whenever something is written.
create index account_of_home on account (home);
create index app_of_team on app_team (team_id);
