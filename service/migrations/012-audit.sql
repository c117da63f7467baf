-- compatible
-- The audit trail: triggers write a row for each change of the tables below, in the transaction of the change.
create table audit_event (
  number bigint generated always as identity primary key,
  -- Real time, like that of jobs.
  at timestamptz not null default clock_timestamp(),
  -- What was changed, and how, such as 'member changed'.
  event text not null,
  team_id text,
  -- Whom it concerns.
  account_id text,
  -- The id of what was changed: of a member, a group, a folder, a device; or the key of an app.
  subject text,
  -- Who has done it, and through what (access/audit.ts); null for the service itself and for test controls.
  actor jsonb,
  -- The fields that differ; secret ones are replaced, and personal ones are hashed, as in the logs.
  before jsonb,
  after jsonb
);
create index audit_event_at on audit_event (at);
create index audit_event_of_team on audit_event (team_id, number);

-- Log-ins that were refused are counted, so that strangers cannot fill the table above.
create table refused_log_in (
  hour timestamptz not null,
  -- Empty for emails that no account has.
  account_id text not null,
  network text not null,
  attempts bigint not null default 1,
  primary key (hour, account_id, network)
);

-- The actor of the call that has launched a job, for the transactions of the job.
alter table job add column actor jsonb;

create function refuse_change() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('service.ends_events', true), '') <> 'on' then
    raise exception 'Events of the audit trail cannot be changed or deleted.';
  end if;
  return old;
end $$;
create trigger never_changed before update or delete on audit_event for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_event for each statement execute function refuse_change();

-- The only way to end events.
create function end_audit_events(before_time timestamptz) returns void language plpgsql as $$
begin
  perform set_config('service.ends_events', 'on', true);
  delete from audit_event where at < before_time;
  delete from refused_log_in where hour < before_time;
  perform set_config('service.ends_events', '', true);
end $$;

-- The fields of a row that are set and differ from those of another one.
create function audited_fields(fields jsonb, others jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case
    when value = 'null' then value
    when key in ('password', 'secret', 'hash', 'code_hash') then '"********"'
    when key in ('email', 'given_name', 'surname', 'external_id') then to_jsonb(md5(value #>> '{}'))
    else value end)
  from jsonb_each(fields)
  where value is distinct from others -> key and (others is not null or value <> 'null')
$$;

create function record_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  fields jsonb := coalesce(new_row, old_row);
  account text := case tg_table_name
    when 'account' then fields ->> 'id'
    else coalesce(fields ->> 'account_id', (select account_id from member where id = fields ->> 'member_id')) end;
  verb text := case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end;
begin
  if old_row = new_row then
    return null;
  end if;
  insert into audit_event (event, team_id, account_id, subject, actor, before, after) values (
    tg_argv[0] || ' ' || verb,
    coalesce(
      case when tg_table_name = 'team' then fields ->> 'id' end,
      fields ->> 'team_id',
      (select team_id from team_group where id = fields ->> 'group_id'),
      (select team_id from member where account_id = account)),
    account,
    coalesce(fields ->> 'member_id', fields ->> 'app_key', fields ->> 'id', fields ->> 'key'),
    nullif(current_setting('service.actor', true), '')::jsonb,
    audited_fields(old_row, new_row),
    audited_fields(new_row, old_row));
  return null;
end $$;

create trigger audit after insert or update or delete on team for each row execute function record_change('team');
create trigger audit after insert or update or delete on member for each row execute function record_change('member');
create trigger audit after insert or update or delete on team_group for each row execute function record_change('group');
create trigger audit after insert or update or delete on group_member
  for each row execute function record_change('group member');
create trigger audit after insert or update or delete on app for each row execute function record_change('app');
create trigger audit after insert or delete on app_team for each row execute function record_change('team app');
create trigger audit after insert or delete on app_link for each row execute function record_change('linked app');
create trigger audit after insert or update of is_revoked on token for each row execute function record_change('token');
create trigger audit after insert or update or delete on account for each row execute function record_change('account');
create trigger audit after insert or delete on login for each row execute function record_change('log-in');
create trigger audit after update of is_revoked, is_to_be_wiped on device_session
  for each row execute function record_change('device');
-- The row of a namespace also counts the changes of its files, which are no events.
create trigger audit after update of name, status, team_id on namespace
  for each row when (new.kind = 'team') execute function record_change('team folder');
create trigger audit_added after insert on namespace
  for each row when (new.kind = 'team') execute function record_change('team folder');
create trigger audit_removed after delete on namespace
  for each row when (old.kind = 'team') execute function record_change('team folder');
