-- compatible
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
