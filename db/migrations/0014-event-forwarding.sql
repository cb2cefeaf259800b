-- Events are their own outbox (docs/decisions/024): what has not reached the operator's collector has no forwarded_at.
alter table events add column forwarded_at timestamptz;
create index events_to_forward on events (received_at, id) where forwarded_at is null;

-- One process forwards at a time, by a lease that ends by itself when the process dies.
create table event_forwarding (
  id smallint primary key default 1 check (id = 1),
  holder uuid,
  leased_until timestamptz not null default '-infinity'
);
insert into event_forwarding default values;
