-- A plan that somebody handed in: the run that judges it finds it here. It becomes a proposal like any other, or is refused.
CREATE TABLE handed_in_plans (
  run_id text PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  incident_id text NOT NULL REFERENCES incidents,
  document text NOT NULL,
  at timestamptz NOT NULL DEFAULT firebreak_now()
);
CREATE INDEX handed_in_plans_by_incident ON handed_in_plans (incident_id);
