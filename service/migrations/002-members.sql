-- Finds the members whom a selector means, also those whose account is closed.
create index account_of_email on account (lower(email));
create index member_of_external_id on member (team_id, external_id);
create index account_pairing on account (paired_with) where paired_with is not null;

-- Those who can be recovered for some time.
create index member_until on member (recoverable_until) where status = 'removed' and not is_released;

create index member_of_group on group_member (group_id, number);
