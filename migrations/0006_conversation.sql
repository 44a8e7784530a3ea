-- What the chat needs to be told once, in order and in place.
ALTER TABLE chat_cards
  -- Which message of the incident this is; the platform is given a key made of it, so that one generation is one message.
  ADD COLUMN generation integer NOT NULL DEFAULT 1,
  -- What was wanted when this generation was first offered to the platform. An answer that was lost may have posted that.
  ADD COLUMN offered integer,
  -- Posted as plain text, which cannot be changed in place.
  ADD COLUMN is_text boolean NOT NULL DEFAULT false,
  -- When it got a place of its own in its chat; more than ten a minute share one summary.
  ADD COLUMN placed_at timestamptz,
  ADD COLUMN storm_id bigint,
  -- Somebody asked for the card: the new one answers that message, and the old one is to lose its buttons.
  ADD COLUMN reply_to text NOT NULL DEFAULT '',
  ADD COLUMN replaced_id text NOT NULL DEFAULT '',
  -- Half of the time to decide, while the card waits for a decision.
  ADD COLUMN remind_at timestamptz;
CREATE INDEX chat_cards_to_remind ON chat_cards (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX chat_cards_placed ON chat_cards (chat_id, placed_at) WHERE placed_at IS NOT NULL;
CREATE INDEX chat_cards_by_storm ON chat_cards (storm_id) WHERE storm_id IS NOT NULL;

-- One summary for many incidents of one chat, changed in place.
CREATE TABLE chat_storms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chat_id text NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT firebreak_now(),
  wanted integer NOT NULL DEFAULT 1,
  sent integer NOT NULL DEFAULT 0,
  generation integer NOT NULL DEFAULT 1,
  message_id text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT firebreak_now(),
  wanted_at timestamptz NOT NULL DEFAULT firebreak_now(),
  failure text
);
CREATE INDEX chat_storms_latest ON chat_storms (chat_id, joined_at);
CREATE INDEX chat_storms_to_send ON chat_storms (not_before) WHERE sent < wanted;

ALTER TABLE chat_outbox
  -- `answer` has its text; the others (`reminder`, `expired`, `escalated`) are worded when they are sent, with the names of
  -- that moment, and stand in the thread of the card.
  ADD COLUMN what text NOT NULL DEFAULT 'answer',
  ADD COLUMN in_thread boolean NOT NULL DEFAULT false,
  ALTER COLUMN chat_id SET DEFAULT '',
  ALTER COLUMN text SET DEFAULT '';
CREATE INDEX chat_outbox_by_incident ON chat_outbox (incident_id) WHERE incident_id IS NOT NULL;
CREATE INDEX chat_outbox_by_message ON chat_outbox (message_id) WHERE message_id <> '';

-- A moment later than the move: moves that follow each other closely are shown at once, and a pressed button is answered
-- before its card changes. What the thread must be told is part of the same transaction.
CREATE OR REPLACE FUNCTION want_chat_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number integer;
BEGIN
  INSERT INTO chat_cards (incident_id, not_before) VALUES (NEW.id, firebreak_now() + interval '300 milliseconds')
    ON CONFLICT (incident_id) DO UPDATE
      SET wanted = chat_cards.wanted + 1, wanted_at = firebreak_now(), attempts = 0, remind_at = NULL,
          not_before = firebreak_now() + interval '300 milliseconds'
    RETURNING wanted INTO number;
  IF NEW.status IN ('expired', 'escalated') THEN
    INSERT INTO chat_outbox (key, incident_id, what, in_thread)
      VALUES (NEW.id || ':' || NEW.status || ':' || number, NEW.id, NEW.status, true);
  END IF;
  RETURN NULL;
END $$;
