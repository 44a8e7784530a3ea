-- Where somebody ignored an incident for a time: its alerts count there until then, whether they clear in between or not.
ALTER TABLE alert_keys ADD COLUMN held_until timestamptz;
CREATE INDEX alert_keys_held ON alert_keys (held_until) WHERE held_until IS NOT NULL;
