-- A restricted file may be deleted, but what it contained stays restricted.
alter table revision add column is_restricted boolean not null default false;
update revision set is_restricted = true from item where item.id = revision.item_id and item.is_restricted;
