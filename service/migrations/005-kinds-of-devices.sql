-- Of the activity of a device, which is the subject then: windows, macos, linux, ios, android or other.
alter table activity add platform text;
