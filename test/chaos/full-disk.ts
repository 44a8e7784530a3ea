/**
 * A store whose disk is full: the server itself refuses every write with 53100, and reads go on. A real small disk would
 * refuse only what needs a new page, and nobody but root can make one; so triggers say it in the server's words.
 */
import { runSql } from '../world/sql.ts'

export type StoreDisk = { fill(): Promise<void>; free(): Promise<void> }

const REFUSE = `
CREATE SCHEMA IF NOT EXISTS chaos;
CREATE TABLE IF NOT EXISTS chaos.disk AS SELECT false AS is_full;
CREATE OR REPLACE FUNCTION chaos.write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT is_full FROM chaos.disk) THEN
    RAISE EXCEPTION USING ERRCODE = 'disk_full', HINT = 'Check free disk space.',
      MESSAGE = 'could not extend file "base/16384/16401": No space left on device';
  END IF;
  RETURN NULL;
END $$`

const EVERY_TABLE = `
DO $$ DECLARE target regclass; BEGIN
  FOR target IN SELECT oid::regclass FROM pg_class WHERE relnamespace = 'firebreak'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER aa_chaos_disk BEFORE INSERT OR UPDATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION chaos.write()', target);
  END LOOP;
END $$`

/** Once the tables are there. */
export async function openStoreDisk(url: string): Promise<StoreDisk> {
  await runSql(url, REFUSE)
  await runSql(url, EVERY_TABLE)
  const set = (isFull: boolean) => runSql(url, `UPDATE chaos.disk SET is_full = ${isFull}`)
  return { fill: async () => void (await set(true)), free: async () => void (await set(false)) }
}
