-- compatible
-- A link to set a new password, which whoever opens it may use once, for all accounts with the email.
create table password_reset (
  id text primary key,
  email text not null,
  created timestamptz not null,
  expires timestamptz not null
);
create index password_reset_email on password_reset (lower(email));

-- Where and when somebody has logged in, for the page "Your account".
alter table login
  add column created timestamptz,
  add column address text,
  add column browser text;

-- Mails that are still to be sent: real time, like that of jobs. Those from before this migration are not sent.
alter table mail
  add column due timestamptz,
  add column attempts integer not null default 0;
alter table mail alter column due set default clock_timestamp();
create index mail_due on mail (due) where due is not null;
