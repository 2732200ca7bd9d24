-- A notification that is written again after a crash has its former id, so ids say nothing about time any more.
DROP INDEX notifications_account;
CREATE INDEX notifications_account ON notifications (account_id, created_at DESC, id DESC);
CREATE INDEX notifications_time ON notifications (created_at DESC, id DESC);
