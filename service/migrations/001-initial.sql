-- What all processes of the service share besides the data: the check of the secret key, the clock of tests.
create table setting (
  name text primary key,
  value jsonb not null
);

-- Storage: a tree of files and folders. A home belongs to one account; shared folders and team folders are mounted in homes.
create table namespace (
  id bigint generated always as identity (start with 1000000001) primary key,
  kind text not null check (kind in ('home', 'shared', 'team')),
  team_id text,
  name text not null default '',
  name_key text collate "C" not null default '',
  status text check (status in ('active', 'archived')),
  -- Counts the changes. A transaction that changes something in the namespace locks this row first.
  sequence bigint not null default 0,
  -- The bytes that the files in it have.
  size bigint not null default 0,
  created timestamptz not null,
  -- Whose a shared folder is. Homes and team folders have no owner: an account or a team says that they are theirs.
  owner_id text
);
create unique index team_folder_name on namespace (team_id, name_key) where kind = 'team';
create index namespace_owner on namespace (owner_id) where owner_id is not null;

create table account (
  id text primary key check (length(id) = 40),
  email text not null,
  email_verified boolean not null default false,
  given_name text not null,
  surname text not null,
  -- 'personal': somebody's own; 'work': a member's of a team.
  kind text not null check (kind in ('personal', 'work')),
  -- Closed for good: the email can be used again.
  is_closed boolean not null default false,
  home bigint not null references namespace,
  -- The bytes that the home can hold; no limit if there is none.
  quota bigint,
  -- The work account of the same person, once they have joined a team.
  paired_with text references account,
  created timestamptz not null,
  -- A salted hash; nobody logs in to an account without one.
  password text
);
create unique index account_email on account (kind, lower(email)) where not is_closed;
-- Finds the members whom a selector means, also those whose account is closed.
create index account_of_email on account (lower(email));
create index account_pairing on account (paired_with) where paired_with is not null;
-- Whom a change of a namespace concerns: asked whenever something is written.
create index account_of_home on account (home);
alter table namespace add foreign key (owner_id) references account;

create table team (
  id text primary key,
  name text not null,
  -- How many members with a license there can be.
  licenses bigint not null,
  -- On the free plan, how many members there can be in all.
  free_member_limit bigint,
  shared_link_create_policy text not null default 'default_public',
  emm_state text not null default 'disabled',
  has_team_folders boolean not null default true,
  created timestamptz not null,
  -- Whether administrators need a passkey.
  requires_passkeys boolean not null default false
);
alter table namespace add foreign key (team_id) references team;

create table member (
  id text primary key,
  -- The order of lists.
  number bigint generated always as identity,
  team_id text not null references team,
  account_id text not null unique references account,
  external_id text,
  role text not null check (role in ('team_admin', 'user_management_admin', 'support_admin', 'member_only')),
  membership_type text not null default 'full' check (membership_type in ('full', 'limited')),
  status text not null check (status in ('active', 'invited', 'suspended', 'removed')),
  -- What a recovery restores, and until when it is possible.
  status_before_removal text,
  recoverable_until timestamptz,
  -- Removed for good: the external id can be used again.
  is_released boolean not null default false,
  joined timestamptz,
  -- How many invitations were sent to the member: only the link of the latest one is valid.
  invitations integer not null default 0
);
create index member_of_team on member (team_id, number);
create unique index member_external_id on member (team_id, external_id) where not is_released;
create index member_of_external_id on member (team_id, external_id);
-- Those who can be recovered for some time.
create index member_until on member (recoverable_until) where status = 'removed' and not is_released;
-- Members are counted by status and kind, for the information about a team and whenever one is added.
create index member_counted on member (team_id, status, membership_type);

create table app (
  key text primary key,
  secret text not null,
  name text not null,
  publisher text,
  publisher_url text,
  kind text not null check (kind in ('user', 'team')),
  access text not null default 'full' check (access in ('full', 'app_folder')),
  permissions text[] not null default '{}',
  status text not null default 'development' check (status in ('development', 'production')),
  redirect_uris text[] not null default '{}',
  webhook_url text,
  created timestamptz not null,
  -- Whether the app may ask for a token in the redirect itself (`response_type=token`).
  allows_token_flow boolean not null default true,
  -- How long tokens of the app are valid, in seconds; null is until they are revoked.
  token_lifetime bigint,
  -- Whether the app cannot keep a secret.
  is_public boolean not null default true
);

-- The teams that have authorized an app.
create table app_team (
  app_key text not null references app,
  team_id text not null references team,
  primary key (app_key, team_id)
);
create index app_of_team on app_team (team_id);

-- The accounts that have authorized an app.
create table app_link (
  app_key text not null references app,
  account_id text not null references account,
  -- The folder of the app in the home, for apps that have access to no more.
  folder_id text,
  linked timestamptz not null,
  primary key (app_key, account_id)
);
create index link_of_account on app_link (account_id);

-- Who is logged in on the pages. One browser can be logged in to several accounts: the hash is that of its session.
create table login (
  hash text not null,
  account_id text not null references account,
  expires timestamptz not null,
  -- Remains when the session gets a new secret.
  id bigint generated always as identity unique,
  -- Where and when somebody has logged in, for the page "Your account".
  created timestamptz,
  address text,
  browser text,
  -- When the user last confirmed their identity; null for never since the log-in.
  confirmed timestamptz,
  primary key (hash, account_id)
);

-- Tokens and codes are kept as hashes: who reads the database cannot use them.
create table token (
  hash text primary key,
  app_key text not null references app,
  kind text not null check (kind in ('user', 'team')),
  account_id text references account,
  team_id text references team,
  created timestamptz not null,
  expires timestamptz,
  is_revoked boolean not null default false,
  -- Who approved it, and in which log-in: a token of a team is good only while they administer the team.
  approved_by text references account,
  login_id bigint references login (id) on delete set null,
  -- The hash of the code that was exchanged for it.
  code_hash text,
  check ((kind = 'user') = (account_id is not null) and (kind = 'team') = (team_id is not null))
);
create index token_of_account on token (account_id);
create index token_of_login on token (login_id) where login_id is not null;
create index token_of_code on token (code_hash) where code_hash is not null;

create table authorization_code (
  hash text primary key,
  app_key text not null references app,
  account_id text not null references account,
  team_id text references team,
  redirect_uri text,
  expires timestamptz not null,
  -- What binds the code to the app that asked for it (RFC 7636).
  code_challenge text,
  login_id bigint references login (id) on delete set null
);
create index code_of_login on authorization_code (login_id) where login_id is not null;

create table oauth1_token (
  token text primary key,
  secret text not null,
  app_key text not null references app,
  account_id text not null references account
);

create table team_group (
  id text primary key,
  number bigint generated always as identity,
  team_id text not null references team,
  name text not null,
  name_key text collate "C" not null,
  external_id text,
  management_type text not null check (management_type in ('company_managed', 'user_managed')),
  created timestamptz not null,
  deleted timestamptz
);
create index group_of_team on team_group (team_id, number);
create unique index group_name on team_group (team_id, name_key) where deleted is null;
create unique index group_external_id on team_group (team_id, external_id) where deleted is null;

create table group_member (
  group_id text not null references team_group,
  member_id text not null references member,
  number bigint generated always as identity,
  access_type text not null check (access_type in ('member', 'owner')),
  primary key (group_id, member_id)
);
create index group_of_member on group_member (member_id);
create index member_of_group on group_member (group_id, number);

-- Who may use a shared folder or a team folder. Where it is mounted, an item of the home says.
create table namespace_member (
  namespace_id bigint not null references namespace,
  account_id text not null references account,
  is_read_only boolean not null default false,
  primary key (namespace_id, account_id)
);
create index namespace_of_account on namespace_member (account_id);

-- What there is in a namespace. Paths are within it; keys are their folded form, and the key of the root is empty.
create table item (
  id text primary key,
  namespace_id bigint not null references namespace,
  parent_key text collate "C" not null,
  path text not null,
  path_key text collate "C" not null,
  name text not null,
  kind text not null check (kind in ('file', 'folder', 'mount')),
  -- The change that made it what it is.
  sequence bigint not null,
  -- Of a mount, the namespace that is mounted.
  target bigint references namespace,
  content text,
  size bigint,
  rev text,
  client_modified timestamptz,
  server_modified timestamptz,
  modified_by text references account,
  media_info jsonb,
  property_groups jsonb,
  has_explicit_members boolean not null default false,
  is_restricted boolean not null default false,
  check ((kind = 'file') = (content is not null)),
  check ((kind = 'mount') = (target is not null))
);
create unique index item_path on item (namespace_id, path_key);
-- Pages of a folder are read in the order of their paths, without the items of its subfolders.
create index item_parent on item (namespace_id, parent_key, path_key);
create index item_sequence on item (namespace_id, sequence);
create index item_target on item (target) where target is not null;
-- A namespace is mounted at one place of a home.
create unique index item_mount on item (namespace_id, target) where target is not null;
-- Whether somebody still needs a content.
create index item_content on item (content) where content is not null;

-- What was at a path and is there no longer.
create table tombstone (
  namespace_id bigint not null references namespace,
  parent_key text collate "C" not null,
  path text not null,
  path_key text collate "C" not null,
  name text not null,
  sequence bigint not null,
  -- When it was deleted.
  deleted timestamptz not null,
  primary key (namespace_id, path_key)
);
create index tombstone_sequence on tombstone (namespace_id, sequence);
create index tombstone_parent on tombstone (namespace_id, parent_key, path_key);

-- Every version that a file has had, also of files that are deleted.
create table revision (
  rev text primary key,
  item_id text not null,
  namespace_id bigint not null references namespace,
  path_key text collate "C" not null,
  name text not null,
  content text not null,
  size bigint not null,
  client_modified timestamptz not null,
  server_modified timestamptz not null,
  modified_by text references account,
  -- A restricted file may be deleted, but what it contained stays restricted.
  is_restricted boolean not null default false
);
create index revision_of_path on revision (namespace_id, path_key);
create index revision_of_item on revision (item_id);
create index revision_content on revision (content);
create sequence rev_number start with 4294967296;

create table upload_session (
  id text primary key,
  account_id text not null references account,
  size bigint not null default 0,
  created timestamptz not null,
  -- Nothing can be appended to a session that is closed.
  is_closed boolean not null default false
);
create index upload_session_created on upload_session (created);

create table upload_part (
  session_id text not null references upload_session on delete cascade,
  start bigint not null,
  content text not null,
  size bigint not null,
  primary key (session_id, start)
);
create index upload_part_content on upload_part (content);

create table temporary_link (
  hash text primary key,
  item_id text not null,
  rev text not null,
  expires timestamptz not null
);

-- Background jobs and their results.
create table job (
  id text primary key,
  kind text not null,
  app_key text not null,
  team_id text references team,
  account_id text references account,
  arg jsonb not null,
  status text not null default 'in_progress' check (status in ('in_progress', 'complete', 'failed')),
  result jsonb,
  created timestamptz not null,
  attempts integer not null default 0,
  -- When it can be tried next: real time, not that of the clock of tests.
  due timestamptz not null default '-infinity',
  -- The actor of the call that has launched it, for its transactions.
  actor jsonb
);
create index job_due on job (due) where status = 'in_progress';

create table mail (
  number bigint generated always as identity primary key,
  recipient text not null,
  kind text not null,
  member_id text references member,
  detail jsonb not null default '{}',
  sent timestamptz not null,
  -- When it can be sent: real time, like that of jobs; null once it is sent.
  due timestamptz default clock_timestamp(),
  attempts integer not null default 0
);
create index mail_due on mail (due) where due is not null;

-- Notifications that are still to be delivered to apps.
create table notification (
  number bigint generated always as identity primary key,
  app_key text not null references app,
  body text not null,
  created timestamptz not null,
  attempts integer not null default 0,
  -- Real time, like that of jobs.
  due timestamptz not null default '-infinity'
);
create index notification_due on notification (due);

create table device_session (
  id text primary key,
  number bigint generated always as identity,
  member_id text not null references member,
  kind text not null check (kind in ('web', 'desktop', 'mobile')),
  -- The fields of the session as the API has them, without its id.
  info jsonb not null,
  is_revoked boolean not null default false,
  -- The data on the device is to be deleted when it is seen next.
  is_to_be_wiped boolean not null default false
);
create index session_of_member on device_session (member_id, number);

-- What the reports are computed from: what happened, and what there was at the end of each day.
create table activity (
  team_id text not null references team,
  day date not null,
  kind text not null,
  member_id text references member,
  -- What it happened to: a file, a shared folder, a link, or the kind of a device.
  subject text,
  -- Of the activity of a device, which is the subject then: windows, macos, linux, ios, android or other.
  platform text
);
create index activity_of_day on activity (team_id, day);

create table day_of_team (
  team_id text not null references team,
  day date not null,
  team_size bigint not null,
  pending_invites bigint not null,
  members_joined bigint not null,
  suspended_members bigint not null,
  licenses bigint not null,
  shared_folders bigint not null,
  primary key (team_id, day)
);

create table day_of_member (
  team_id text not null references team,
  day date not null,
  member_id text not null references member,
  shared_bytes bigint not null,
  unshared_bytes bigint not null,
  primary key (team_id, day, member_id)
);

-- Calls within a span of time, for rate limits.
create table call_count (
  subject text not null,
  span bigint not null,
  calls integer not null,
  primary key (subject, span)
);

-- Faults that tests have asked for: where, and for whom or what.
create table fault (
  place text not null,
  subject text not null,
  detail text not null default '',
  primary key (place, subject)
);

-- The replies to calls with idempotency keys, which are performed once.
create table idempotent_call (
  caller text not null,
  route text not null,
  key text not null,
  -- Null only within the transaction that performs the call.
  reply jsonb,
  expires timestamptz not null,
  primary key (caller, route, key)
);
create index on idempotent_call (expires);

-- A link to set a new password, which whoever opens it may use once, for all accounts with the email.
create table password_reset (
  id text primary key,
  email text not null,
  created timestamptz not null,
  expires timestamptz not null
);
create index password_reset_email on password_reset (lower(email));

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
  expires timestamptz not null,
  -- The account to which a passkey is added; null for challenges that use a passkey.
  account_id text references account
);

-- The accounts whose password was entered in a browser with this session, and whose passkey was not used yet.
create table pending_log_in (
  session text not null,
  account_id text not null references account,
  expires timestamptz not null,
  primary key (session, account_id)
);

-- The audit trail: triggers write a row for each change of the tables below, in the transaction of the change.
create table audit_event (
  number bigint generated always as identity primary key,
  -- Real time, like that of jobs; pages continue after a time, which JavaScript knows in milliseconds.
  at timestamptz(3) not null default clock_timestamp(),
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
-- The audit log of a team, the newest first: all of it, about or by a person, and of a kind.
create index audit_event_of_team on audit_event (team_id, at, number);
create index audit_event_about on audit_event (team_id, account_id, at, number);
create index audit_event_by on audit_event (team_id, (actor ->> 'account'), at, number);
create index audit_event_of_kind on audit_event (team_id, event, at, number);

-- Log-ins that were refused are counted, so that strangers cannot fill the table above.
create table refused_log_in (
  hour timestamptz not null,
  -- Empty for emails that no account has.
  account_id text not null,
  network text not null,
  attempts bigint not null default 1,
  primary key (hour, account_id, network)
);

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
create trigger audit after insert or delete or update of name on passkey
  for each row execute function record_change('passkey');
create trigger audit_confirmed after update of confirmed on login for each row execute function record_change('log-in');
