-- Its silence was changed and does not match it any more: it is heard although the silence goes on.
ALTER TABLE silenced_alerts ADD COLUMN is_let_go boolean NOT NULL DEFAULT false;
