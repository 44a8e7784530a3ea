-- Filters people gave a name, for everybody who looks at incidents here.
CREATE TABLE saved_views (
  name text PRIMARY KEY,
  -- As in an address: the parameters of the list.
  query text NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT firebreak_now()
);
