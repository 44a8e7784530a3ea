/** The next version of the service, as a rolling upgrade brings it: the same house, whose runs carry a higher version. */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WORKFLOW_VERSION } from '../../src/story/workflow/run-store.ts'
import { runSql } from '../world/sql.ts'
import { ROOT } from './chaos-world.ts'

const VERSION_FILE = join('src', 'story', 'workflow', 'run-store.ts')
const VERSION_LINE = /(export const WORKFLOW_VERSION = )(\d+)/

/** Answers the folder it stands in, to be removed with the world. */
export async function makeNewerBuild(folder: string): Promise<string> {
  const root = join(folder, 'newer')
  await mkdir(root)
  for (const name of await readdir(ROOT))
    if (name !== 'src' && !name.startsWith('.')) await symlink(join(ROOT, name), join(root, name))
  await cp(join(ROOT, 'src'), join(root, 'src'), { recursive: true })
  const source = await readFile(join(root, VERSION_FILE), 'utf8')
  const raised = source.replace(VERSION_LINE, (_, words: string, version: string) => `${words}${Number(version) + 1}`)
  if (raised === source) throw new Error(`${VERSION_FILE} says no WORKFLOW_VERSION that could be raised.`)
  await writeFile(join(root, VERSION_FILE), raised)
  return root
}

/** The store writes down who of which build takes which run, and when, whatever the service says of itself. */
export async function recordHolders(url: string): Promise<void> {
  await runSql(
    url,
    `CREATE SCHEMA IF NOT EXISTS chaos;
     CREATE TABLE IF NOT EXISTS chaos.holders (run_id text, run_version int, is_newer_build boolean, at timestamptz DEFAULT clock_timestamp());
     CREATE OR REPLACE FUNCTION chaos.hold() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF NEW.instance_id <> '' THEN
         INSERT INTO chaos.holders (run_id, run_version, is_newer_build) VALUES (NEW.id, NEW.workflow_version, current_setting('chaos.build', true) = 'newer');
       END IF;
       RETURN NULL;
     END $$;
     CREATE OR REPLACE TRIGGER chaos_holders AFTER INSERT OR UPDATE OF instance_id ON firebreak.runs
       FOR EACH ROW EXECUTE FUNCTION chaos.hold()`,
  )
}

/** Runs of the newer version that the older build held. */
export async function wronglyHeld(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    'SELECT DISTINCT run_id FROM chaos.holders WHERE is_newer_build IS NOT TRUE AND run_version > $1',
    [WORKFLOW_VERSION],
  )
  return rows.map(({ run_id }) => `${run_id} was begun by the newer build and held by the older one`)
}
