-- compatible
-- Pages of a folder are read in the order of their paths, without the items of its subfolders.
drop index item_parent;
create index item_parent on item (namespace_id, parent_key, path_key);
create index tombstone_parent on tombstone (namespace_id, parent_key, path_key);

-- Members are counted by status and kind, for the information about a team and whenever one is added.
create index member_counted on member (team_id, status, membership_type);
