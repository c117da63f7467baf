-- What all processes of the service share besides the data: the key of cursors, the clock of tests.
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
  created timestamptz not null
);
create unique index team_folder_name on namespace (team_id, name_key) where kind = 'team';

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
  created timestamptz not null
);
create unique index account_email on account (kind, lower(email)) where not is_closed;

create table team (
  id text primary key,
  name text not null,
  -- How many members with a license there can be.
  licenses integer not null,
  -- On the free plan, how many members there can be in all.
  free_member_limit integer,
  shared_link_create_policy text not null default 'default_public',
  emm_state text not null default 'disabled',
  has_team_folders boolean not null default true,
  created timestamptz not null
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
  joined timestamptz
);
create index member_of_team on member (team_id, number);
create unique index member_external_id on member (team_id, external_id) where not is_released;

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
  created timestamptz not null
);

-- The teams that have authorized an app.
create table app_team (
  app_key text not null references app,
  team_id text not null references team,
  primary key (app_key, team_id)
);

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
  check ((kind = 'user') = (account_id is not null) and (kind = 'team') = (team_id is not null))
);
create index token_of_account on token (account_id);

create table authorization_code (
  hash text primary key,
  app_key text not null references app,
  account_id text not null references account,
  team_id text references team,
  redirect_uri text,
  expires timestamptz not null
);

-- Who is logged in on the pages.
create table login (
  hash text primary key,
  account_id text not null references account,
  expires timestamptz not null
);

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
create index item_parent on item (namespace_id, parent_key);
create index item_sequence on item (namespace_id, sequence);
create index item_target on item (target) where target is not null;

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
  modified_by text references account
);
create index revision_of_path on revision (namespace_id, path_key);
create index revision_of_item on revision (item_id);
create sequence rev_number start with 4294967296;

create table upload_session (
  id text primary key,
  account_id text not null references account,
  size bigint not null default 0,
  created timestamptz not null
);

create table upload_part (
  session_id text not null references upload_session on delete cascade,
  start bigint not null,
  content text not null,
  size bigint not null,
  primary key (session_id, start)
);

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
  due timestamptz not null default '-infinity'
);
create index job_due on job (due) where status = 'in_progress';

create table mail (
  number bigint generated always as identity primary key,
  recipient text not null,
  kind text not null,
  member_id text references member,
  detail jsonb not null default '{}',
  sent timestamptz not null
);

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
  subject text
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
