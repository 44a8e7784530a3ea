-- How an alert comes and goes. `came_at` is when it fired anew after it had cleared, `went_at` when it cleared last, `went`
-- how often it did in one rhythm, which began at `comes_since`.
ALTER TABLE incident_alerts
  ADD COLUMN came_at timestamptz,
  ADD COLUMN went_at timestamptz,
  ADD COLUMN went integer NOT NULL DEFAULT 0,
  ADD COLUMN comes_since timestamptz;

-- The rhythm of the restless one among its alerts, where one comes and goes. `came_back` where all had been over before, as
-- an incident that is closed: only such a one is kept open, since `calm_since`, while nothing of it fires.
ALTER TABLE incidents
  ADD COLUMN went integer NOT NULL DEFAULT 0,
  ADD COLUMN comes_since timestamptz,
  ADD COLUMN went_at timestamptz,
  ADD COLUMN came_back boolean NOT NULL DEFAULT false,
  ADD COLUMN calm_since timestamptz,
  ADD COLUMN rhythm_told_at timestamptz;
CREATE INDEX incidents_calm ON incidents (calm_since) WHERE calm_since IS NOT NULL AND closed_at IS NULL;

-- A card says how its alert comes and goes, as often as the timeline does.
DROP TRIGGER incidents_want_their_card ON incidents;
CREATE TRIGGER incidents_want_their_card AFTER UPDATE OF status, severity, rhythm_told_at ON incidents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
                     -- Of one that nobody has taken up yet there is no card.
                     OR ((OLD.severity, OLD.rhythm_told_at) IS DISTINCT FROM (NEW.severity, NEW.rhythm_told_at) AND NEW.status <> 'pending'))
  EXECUTE FUNCTION want_chat_card();
