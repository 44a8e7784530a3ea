-- How often each plugin was called over all instances and restarts, how often it succeeded and how long it took.
CREATE TABLE plugin_stats (
  name text PRIMARY KEY,
  calls bigint NOT NULL DEFAULT 0,
  successes bigint NOT NULL DEFAULT 0,
  seconds double precision NOT NULL DEFAULT 0
);

-- Every remediation action, entered before it acts: the quota of the rolling hour is counted here, on the store's clock.
-- Changes of a replica count are kept with it, so that small steps within an hour add up.
CREATE TABLE action_ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT firebreak_now(),
  incident_id text NOT NULL,
  plugin text NOT NULL,
  target text NOT NULL,
  replicas_from integer,
  replicas_to integer
);
CREATE INDEX action_ledger_latest ON action_ledger (at);
CREATE TRIGGER action_ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON action_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();
