-- The API counts licenses and members with UInt32.
alter table team alter column licenses type bigint, alter column free_member_limit type bigint;
