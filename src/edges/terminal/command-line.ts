/** What can be typed after `firebreak`. The deeds themselves are handed in. */
import { Command, Option } from 'commander'
import { ROLES, type Role } from '../../guidance/access/role.ts'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../story/incident/report/report-language.ts'
import { PLUGIN_CATEGORIES, type PluginCategory } from './new-plugin.ts'
import { addRemoteCommands, type RemoteCommands } from './remote/remote-commands.ts'

export type StoreCommands = {
  migrate(): Promise<void>
  createKey(options: { role: Role; name: string }): Promise<void>
  listKeys(): Promise<void>
  revokeKey(id: string): Promise<void>
  getConfig(key: string | undefined): Promise<void>
  setConfig(assignments: string[], options: { anyway: boolean }): Promise<void>
  doctor(): Promise<void>
  release(): Promise<void>
  seal(): Promise<void>
  agreePlugin(name: string): Promise<void>
  importKnowledge(path: string): Promise<void>
  exportKnowledge(folder: string): Promise<void>
  diagnose(file: string): Promise<void>
  exportIncident(id: string, options: { output?: string }): Promise<void>
  report(id: string, options: { output?: string; language: ReportLanguage }): Promise<void>
}

type Commands = RemoteCommands & {
  store: StoreCommands
  serve(): Promise<void>
  start(): Promise<void>
  newPlugin(name: string, options: { category: PluginCategory }): Promise<void>
  checkPlugin(file: string): Promise<void>
  demo(options: { confirm: boolean }): Promise<void>
}

export function buildCommandLine(commands: Commands, version: string): Command {
  const program = new Command('firebreak')
    .description('Incident auto-remediation: from alert to verified fix, with a person’s confirmation in between.')
    .version(version)
    .showHelpAfterError('Try: firebreak --help')
  program
    .command('serve')
    .description('run the service on the stores named by DATABASE_URL and REDIS_URL')
    .action(commands.serve)
  program
    .command('start')
    .description('run the service and bring what is unset: what npm start does')
    .action(commands.start)
  program.command('migrate').description('bring the relational store up to date and end').action(commands.store.migrate)
  addKeyCommands(program, commands.store)
  addConfigCommands(program, commands.store)
  addPluginCommands(program, commands)
  addKnowledgeCommands(program, commands.store)
  program
    .command('diagnose <file>')
    .description('diagnose the alert in a file without a model, show the way there, and change nothing')
    .addHelpText('after', ABOUT_DIAGNOSE)
    .action(commands.store.diagnose)
  program
    .command('report <incident>')
    .description('write an incident as Markdown for the review afterwards: times, evidence, decisions, outcome')
    .option('--output <file>', 'write it there instead of to the terminal')
    .addOption(new Option('--language <language>', 'what it is written in').choices(REPORT_LANGUAGES).default('en'))
    .action(commands.store.report)
  program
    .command('export <incident>')
    .description('write an incident as a case of npm run evaluate, secrets removed')
    .option('--output <file>', 'where to; without it the case is printed')
    .action(commands.store.exportIncident)
  program
    .command('demo')
    .description('make a real incident on the service that npm start runs here, and follow it to its end')
    .option('--confirm', 'confirm the plan by itself instead of waiting for your word', false)
    .action(commands.demo)
  program
    .command('doctor')
    .description('check everything the service would use and say what is missing')
    .action(commands.store.doctor)
  program
    .command('release')
    .description('let a held service act again, as after a restore of its database (docs/operations.md)')
    .action(commands.store.release)
  addRemoteCommands(program, commands)
  program
    .command('seal')
    .description('vouch for keys, settings and audit entries stored without FIREBREAK_SECRET_KEY (docs/operations.md)')
    .action(commands.store.seal)
  return program
}

const ABOUT_DIAGNOSE = `
The file holds what would be posted to /api/alert. The systems looked at are those of the environment (KUBECONFIG,
TARGET_DATABASES, METRICS_URL …); where the store can be reached, its settings, environment context and knowledge count
too. Shown are the subject, each call, the findings, the conclusion, and what policy says to the steps it leads to.

In a source tree the file may also be a case with a world of its own (test/evaluations/cases): then that world is
simulated, as by npm run evaluate -- --analysis --verbose <file>, and nothing configured is looked at.`

function addPluginCommands(program: Command, commands: Commands): void {
  const plugins = program.command('plugins').description('work on plugins of your own')
  plugins
    .command('new <name>')
    .description('write a plugin that loads as it is, with its test, into PLUGINS_DIR (plugins/) to begin from')
    .addOption(
      new Option('--category <category>', 'whether it looks or changes something')
        .choices(PLUGIN_CATEGORIES)
        .default('diagnostic'),
    )
    .action(commands.newPlugin)
  plugins
    .command('check <file>')
    .description('load a plugin as the service would and say whether it is sound')
    .action(commands.checkPlugin)
  plugins
    .command('agree <name>')
    .description('agree to a plugin whose category, risk or hosts have changed since it was first loaded')
    .action(commands.store.agreePlugin)
}

function addKnowledgeCommands(program: Command, commands: StoreCommands): void {
  const knowledge = program.command('knowledge').description('bring the knowledge base in and out')
  knowledge
    .command('import <path>')
    .description('read a markdown file, or all of a folder, into entries; again, and only what changed is changed')
    .action(commands.importKnowledge)
  knowledge
    .command('export <folder>')
    .description('write every entry as a markdown file that import reads back')
    .action(commands.exportKnowledge)
}

function addKeyCommands(program: Command, commands: StoreCommands): void {
  const keys = program.command('keys').description('issue, list and revoke API keys')
  keys
    .command('create')
    .description('issue a key; it is shown this once')
    .addOption(new Option('--role <role>', 'what the key may do').choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'whose key it is, or which tool uses it', 'unnamed')
    .action(commands.createKey)
  keys.command('list').description('show all keys ever issued').action(commands.listKeys)
  keys.command('revoke <id>').description('revoke a key at once, on every instance').action(commands.revokeKey)
}

function addConfigCommands(program: Command, commands: StoreCommands): void {
  const config = program.command('config').description('read and change runtime settings')
  config.command('get [key]').description('show the values in force; secrets are masked').action(commands.getConfig)
  config
    .command('set <assignments...>')
    .description('KEY=VALUE … ; the value is read as JSON where it is JSON, else as text; KEY= unsets')
    .option('--anyway', 'store also what is not known or cannot be read', false)
    .action(commands.setConfig)
}
