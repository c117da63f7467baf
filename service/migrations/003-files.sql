-- Whose a shared folder is. Homes and team folders have no owner: an account or a team says that they are theirs.
alter table namespace add owner_id text references account;
create index namespace_owner on namespace (owner_id) where owner_id is not null;

-- A namespace is mounted at one place of a home.
create unique index item_mount on item (namespace_id, target) where target is not null;

-- Nothing can be appended to a session that is closed.
alter table upload_session add is_closed boolean not null default false;
create index upload_session_created on upload_session (created);

-- Whether somebody still needs a content.
create index item_content on item (content) where content is not null;
create index revision_content on revision (content);
create index upload_part_content on upload_part (content);
