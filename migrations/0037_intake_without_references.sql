-- What an alert leaves is written with its incident, or under the lock of its row: to look the incident up again for every
-- row of it was a fifth of what a new alert asked of the store. Retention removes from these tables by itself, in one
-- transaction with the incidents and under their locks.
ALTER TABLE alerts DROP CONSTRAINT alerts_incident_id_fkey;
ALTER TABLE incident_alerts DROP CONSTRAINT incident_alerts_incident_id_fkey;
ALTER TABLE alert_keys DROP CONSTRAINT alert_keys_incident_id_fkey;
ALTER TABLE incident_events DROP CONSTRAINT incident_events_incident_id_fkey;

-- The first event is written by the statement that opens the incident. All others may come when it is gone.
CREATE FUNCTION require_incident_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM incidents WHERE id = NEW.incident_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no incident %', NEW.incident_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER incident_events_have_their_incident AFTER INSERT ON incident_events
  FOR EACH ROW WHEN (NEW.kind <> 'alert_received') EXECUTE FUNCTION require_incident_of_event();

-- What the references kept from happening: nobody but retention removes an incident.
CREATE TRIGGER incidents_leave_by_retention BEFORE DELETE OR TRUNCATE ON incidents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();
