/** Real programs on this machine, with the sandbox and without: limits, the scrubbed environment, and what each may see. */
import assert from 'node:assert/strict'
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLocalShell } from '../../src/edges/shell/local-shell.ts'
import { BUBBLEWRAP } from '../../src/edges/shell/sandbox.ts'
import { judge } from '../../src/guidance/policy/judge.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { READ_PROGRAMS } from '../../src/plugins/shell/read-programs.ts'
import { SHELL_PLUGINS } from '../../src/plugins/shell/shell-plugins.ts'
import { type Fence, NOTHING_TO_FENCE } from '../../src/ports/deadline.ts'
import type { Shell } from '../../src/ports/shell.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { openDoor, silentTools } from '../world/hands.ts'

const CANARY = 'canary-7f3a9c0e-of-our-environment'
const NO_BUBBLEWRAP = '/nonexistent/bwrap'
const calm = () => new AbortController().signal

type World = { shell: Shell; folder: string; exec: (command: string) => Promise<Ran> }
// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape and assert what they find.
type Ran = { success: boolean; data?: any; message?: string; error?: string }

const MACHINES = { 'with the sandbox': BUBBLEWRAP, 'without a sandbox': NO_BUBBLEWRAP }

for (const [machine, bubblewrap] of Object.entries(MACHINES)) {
  const open = async (t: TestContext): Promise<World | undefined> => {
    if (bubblewrap === BUBBLEWRAP && !(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return undefined
    const folder = await temporaryFolder(t, 'shell')
    const shell = createLocalShell({ readablePaths: [folder], bubblewrap })
    assert.equal(await shell.isSandboxed(), bubblewrap === BUBBLEWRAP)
    const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...silentTools().tools, shell } })
    const exec = async (command: string) =>
      (await door.diagnose({ plugin: 'shell.exec', parameters: { command } }, calm())).result
    return { shell, folder, exec }
  }

  test(`${machine}: programs that look at the machine really work`, async (t) => {
    const world = await open(t)
    if (!world) return
    const expected: Record<string, RegExp> = {
      uptime: /load average/,
      'df -h': /Filesystem/,
      'free -m': /Mem:/,
      'uname -s': /^Linux/,
      'ps -ef': /^UID +PID .*\n.+/,
      'ps -A': /^ *PID +TTY .*\n.+/,
      'ss -s': /TCP:/,
      'ip addr': /LOOPBACK/,
      'ip -br link show': /^lo /m,
      'ip route -4': /^/,
      'date -u': /UTC/,
      'getent hosts localhost': /localhost/,
      ...((await isThere('/etc/services')) && { 'getent services https': /443\/tcp/ }),
    }
    for (const [command, output] of Object.entries(expected)) {
      const program = command.split(' ')[0] ?? ''
      if (!(await isThere(READ_PROGRAMS[program]?.path ?? ''))) continue
      const { success, data, error } = await world.exec(command)
      // On a machine with many processes a list of them is longer than we read, and is ended there.
      const isEndedByUs = program === 'ps' && data?.cut
      assert.equal(success, true, `${command}: ${error} ${data?.stderr}`)
      if (!isEndedByUs) assert.equal(data.exit_code, 0, `${command}: ${data.stderr}`)
      assert.match(data.stdout, output, command)
      assert.equal(data.sandboxed, bubblewrap === BUBBLEWRAP)
    }
  })

  test(`${machine}: files of an opened folder are read, also where the folder is a link`, async (t) => {
    const world = await open(t)
    if (!world) return
    const { folder } = world
    await mkdir(join(folder, 'real'))
    await writeFile(join(folder, 'real', 'app.log'), 'first\nan error\nlast\n')
    await symlink(join(folder, 'real'), join(folder, 'logs'))
    const shell = createLocalShell({ readablePaths: [join(folder, 'logs')], bubblewrap })
    const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...silentTools().tools, shell } })
    const log = join(folder, 'logs', 'app.log')
    const commands = [`cat ${log}`, `head -n 1 ${log}`, `tail -n 1 ${log}`, `grep -n error ${log}`, `wc -l ${log}`]
    const outputs = []
    for (const command of commands) {
      const { result } = await door.diagnose({ plugin: 'shell.exec', parameters: { command } }, calm())
      outputs.push(((result as Ran).data?.stdout ?? result.error).replace(/ .*/s, ' …'))
    }
    assert.deepEqual(outputs, ['first\nan …', 'first\n', 'last\n', '2:an …', '3 …'])
  })

  test(`${machine}: a program that prints without end is ended at the cap, and the answer says so`, async (t) => {
    const world = await open(t)
    if (!world) return
    const log = join(world.folder, 'large.log')
    await writeFile(log, 'x'.repeat(1024 * 1024))
    const { success, data, message } = await world.exec(`cat ${log}`)
    assert.deepEqual([success, data.cut], [true, true])
    assert.match(message ?? '', /prints too much/)
    const run = await world.shell.run({ argv: ['/usr/bin/yes'], fence: 'host', timeoutSeconds: 30, signal: calm() })
    assert.deepEqual([run.isCut, run.isTimedOut, run.stdout.length], [true, false, 64 * 1024])
  })

  test(`${machine}: what hangs is ended when its time is up, and at once when nobody waits any more`, async (t) => {
    const world = await open(t)
    if (!world) return
    const argv = ['/usr/bin/sleep', '600']
    const late = await world.shell.run({ argv, fence: 'files', timeoutSeconds: 0.3, signal: calm() })
    assert.deepEqual([late.isTimedOut, late.exitCode], [true, -1])
    const signal = AbortSignal.timeout(300)
    const cancelled = world.shell.run({ argv, fence: 'files', timeoutSeconds: 600, signal })
    await assert.rejects(cancelled, { name: 'TimeoutError' })
    const neverBegun = world.shell.run({ argv, fence: 'files', timeoutSeconds: 600, signal: AbortSignal.abort() })
    await assert.rejects(neverBegun, { name: 'AbortError' })
  })

  test(`${machine}: nothing of our environment is handed on`, async (t) => {
    const world = await open(t)
    if (!world) return
    process.env.FIREBREAK_TEST_CANARY = CANARY
    t.after(() => delete process.env.FIREBREAK_TEST_CANARY)
    for (const fence of ['files', 'host', 'mounts', 'free'] as const) {
      const { stdout } = await world.shell.run({ argv: ['/usr/bin/env'], fence, timeoutSeconds: 10, signal: calm() })
      const names = stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/=.*/, ''))
      assert.deepEqual(names.filter((name) => name !== 'PWD').sort(), ['LANG', 'PATH'], fence)
    }
    for (const command of ['ps -ef', 'ps -A', 'ss -tlnp']) {
      assert.ok(!JSON.stringify(await world.exec(command)).includes(CANARY), command)
    }
  })

  test(`${machine}: a program that is not installed is said to be missing`, async (t) => {
    const world = await open(t)
    if (!world) return
    const run = world.shell.run({ argv: ['/usr/bin/no-such'], fence: 'host', timeoutSeconds: 5, signal: calm() })
    await assert.rejects(run, /no-such is not installed on this machine/)
  })
}

test('inside the sandbox nothing can be written, other files are not there, and our process cannot be looked into', async (t) => {
  if (!(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
  const folder = await temporaryFolder(t, 'shell')
  await writeFile(join(folder, 'kept.log'), 'kept')
  const shell = createLocalShell({ readablePaths: [folder] })
  const tryOut = async (fence: 'files' | 'host' | 'mounts', script: string) =>
    shell.run({ argv: ['/bin/sh', '-c', script], fence, timeoutSeconds: 10, signal: calm() })
  for (const fence of ['files', 'host', 'mounts'] as const) {
    for (const path of [
      `${folder}/kept.log`,
      `${folder}/new.log`,
      '/etc/x',
      '/usr/x',
      '/tmp/x',
      '/dev/shm/x',
      '/sys/x',
      '/proc/sys/kernel/x',
    ]) {
      assert.notEqual((await tryOut(fence, `echo x > ${path}`)).exitCode, 0, `${fence} ${path}`)
    }
  }
  assert.equal(await readFile(join(folder, 'kept.log'), 'utf8'), 'kept')
  for (const path of ['/etc/passwd', '/root', '/home', `/proc/${process.pid}/environ`, process.cwd()]) {
    assert.notEqual((await tryOut('files', `ls ${path}`)).exitCode, 0, path)
  }
  const network = await tryOut('files', 'cat /proc/net/dev')
  assert.doesNotMatch(network.stdout, /eth|ens|wlan/)
  // The host's processes are seen by `ps`; what they were started with in their environment is not.
  assert.equal((await tryOut('host', `cat /proc/${process.pid}/environ`)).stdout, '')
})

test('a path under /proc, /sys or /dev is never open, even where everything was opened', async () => {
  const shell = createLocalShell({ readablePaths: ['/'] })
  for (const path of ['/proc/self/environ', `/proc/${process.pid}/environ`, '/dev/zero', '/sys/kernel', '/proc']) {
    assert.equal(await shell.readablePath(path), undefined, path)
  }
  assert.equal(await shell.readablePath('/usr/bin/env'), '/usr/bin/env')
})

test('a grandchild that left its group does not keep the answer waiting', async (t) => {
  const folder = await temporaryFolder(t, 'shell')
  const note = join(folder, 'pid')
  const script = `setsid sh -c 'echo $$ > ${note}; exec sleep 600' & wait`
  const shell = createLocalShell({ readablePaths: [] })
  const argv = ['/bin/sh', '-c', script]
  // Ends by the time limit: `sleep` holds the pipe for ten minutes more.
  const run = await shell.run({ argv, fence: 'free', timeoutSeconds: 3, signal: calm() })
  assert.ok(run.isTimedOut)
  const pid = await eventually(
    'the grandchild has begun',
    async () => (await readFile(note, 'utf8')).trim() || undefined,
  )
  process.kill(Number(pid), 'SIGKILL')
})

test('shell.exec is offered with the programs this machine has, and not at all where it has none', async () => {
  const [exec] = SHELL_PLUGINS
  assert.ok(exec)
  const offered = async (isInstalled: Shell['isInstalled']) => {
    const shell = { ...createLocalShell({ readablePaths: [] }), isInstalled }
    const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...silentTools().tools, shell } })
    return (await door.offer(exec))?.description
  }
  const some = await offered(async (program) => program === '/usr/bin/df' || program === '/usr/bin/ps')
  assert.match(some ?? '', /what it prints: df, ps\. No shell/)
  assert.equal(await offered(async () => false), undefined)
  const here = createLocalShell({ readablePaths: [] })
  assert.deepEqual([await here.isInstalled('/bin/sh'), await here.isInstalled('/nonexistent/sh')], [true, false])
})

const SETTINGS = resolveSettings({}, new Map()).values

/** Intends, judges and runs, as the executor does. */
async function remediate(t: TestContext, command: string, { isDryRun = false, settings = SETTINGS } = {}) {
  const shell = createLocalShell({ readablePaths: [await temporaryFolder(t, 'shell')] })
  const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...silentTools().tools, shell } })
  const action = { plugin: 'shell.exec_write', parameters: { command } }
  const { effect, preconditions } = await door.intend(action, calm())
  const verdict = judge({ action, effect, settings, actionsInLastHour: 0, replicasAtHourStart: undefined })
  if (!verdict.allowed) return verdict.reason
  const act = { permit: verdict.permit, preconditions, isDryRun, fence: NOTHING_TO_FENCE, signal: calm() }
  return (await door.remediate(action, act)).result as Ran
}

test('exec_write runs the words it was given, a dry run runs nothing, and a failure is told in the words of the program', async (t) => {
  const folder = await temporaryFolder(t, 'written')
  const file = join(folder, 'a file')
  const dry = (await remediate(t, `/usr/bin/touch '${file}'`, { isDryRun: true })) as Ran
  assert.deepEqual([dry.success, dry.data.argv], [true, ['/usr/bin/touch', file]])
  assert.equal(await isThere(file), false)
  const real = (await remediate(t, `/usr/bin/touch '${file}'`)) as Ran
  assert.deepEqual([real.success, real.data.exit_code], [true, 0])
  assert.equal(await isThere(file), true)
  const failed = (await remediate(t, `/usr/bin/touch '${folder}/no/such/folder'`)) as Ran
  assert.equal(failed.success, false)
  assert.match(failed.error ?? '', /No such file or directory/)
  const literal = (await remediate(t, "/usr/bin/printf %s '$HOME;`id`'")) as Ran
  assert.equal(literal.data.stdout, '$HOME;`id`')
})

test('exec_write runs only the very program the plan saw, on the machine and as the user it saw', async (t) => {
  const folder = await temporaryFolder(t, 'exchanged')
  const program = join(folder, 'mend')
  const write = (text: string) => writeFile(program, `#!/bin/sh\necho ${text}\n`, { mode: 0o755 })
  await write('as planned')
  const shell = createLocalShell({ readablePaths: [folder] })
  const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...silentTools().tools, shell } })
  const action = { plugin: 'shell.exec_write', parameters: { command: program } }
  const { effect, preconditions } = await door.intend(action, calm())
  const verdict = judge({ action, effect, settings: SETTINGS, actionsInLastHour: 0, replicasAtHourStart: undefined })
  assert.ok(verdict.allowed)
  const act = async (planned: Record<string, unknown>, fence = NOTHING_TO_FENCE) =>
    (
      await door.remediate(action, {
        ...{ permit: verdict.permit, preconditions: planned },
        ...{ isDryRun: false, fence, signal: calm() },
      })
    ).result as Ran & { isSkipped?: boolean }
  assert.match((await act(preconditions)).data.stdout ?? '', /as planned/)
  const moved: [Record<string, unknown>, RegExp][] = [
    [{ ...preconditions, host: 'another' }, /made for the machine another/],
    [{ ...preconditions, user: 'root (0)x' }, /made for the user root/],
    [{ ...preconditions, argv: [program, '--force'] }, /which command it saw/],
  ]
  for (const [planned, reason] of moved) {
    const { isSkipped, error } = await act(planned)
    assert.deepEqual([isSkipped, reason.test(error ?? '')], [true, true], error)
  }
  const whileItWaits: Fence = {
    async through(change) {
      await write('by somebody else')
      return NOTHING_TO_FENCE.through(change)
    },
  }
  for (const fence of [whileItWaits, NOTHING_TO_FENCE]) {
    const exchanged = await act(preconditions, fence)
    assert.equal(exchanged.isSkipped, true)
    assert.match(exchanged.error ?? '', /no longer the program of the plan/)
  }
})

test('exec_write with a forbidden command gets no permit, however it is written', async (t) => {
  const forbidden = [
    '/bin/rm -rf /data',
    '/bin/rm \'-r\' "-f" /data',
    '/usr/bin/rm --recursive --force /data',
    '/usr/bin/rm --rec --fo /data',
    "/bin/sh -c 'rm -rf /data'",
    '/bin/sh -c \'r""m -r -f /data\'',
    "/bin/sh -c 'rm$IFS-rf$IFS/data'",
    `/bin/sh -c 'rm$${'{IFS}'}-rf /data'`,
    "/bin/sh -c 'cd /tmp && ./rm -fr /data'",
    "/bin/sh -c 'true|xargs bin/rm -Rf'",
    '/usr/bin/env rm -rf /data',
    "/usr/bin/psql -c 'DROP/*x*/TABLE orders'",
    "/usr/bin/psql -c 'drop  TABLE orders'",
  ]
  // Dry, so that one that is let through harms no machine.
  for (const command of forbidden) {
    // One that is not here is refused for that, whatever it should do.
    if (!(await isThere(command.split(' ')[0] ?? ''))) continue
    assert.equal(await remediate(t, command, { isDryRun: true }), 'forbidden_command', command)
  }
})

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
