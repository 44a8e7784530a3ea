-- Which instance does which sweep, until when. A row that runs out instead of a lock of the session: the server believes in a
-- machine that vanished for as long as its connection seems to be there.
CREATE TABLE sweep_leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  held_until timestamptz NOT NULL
);
