-- The operator's collector gets the events received from then on; null while there is none. One that has had events before goes on where it is.
alter table event_forwarding add column forwards_since timestamptz;
update event_forwarding set forwards_since = 'epoch' where exists (select from events where forwarded_at is not null);

-- Events that the collector refused for good. They no longer wait, unless `resend` says so, and they are deleted with the event.
create table refused_events (
  event_id uuid primary key references events (id) on delete cascade,
  status smallint not null,
  refused_at timestamptz not null default now(),
  resend boolean not null default false
);
create index refused_events_to_resend on refused_events (event_id) where resend;

-- Where a lesson of an imported teacher is booked; '' where that is not known.
alter table teachers add column booking_url text not null default '';
