import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import type { Plugin, PropertySchema } from '../../src/plugins/plugin.ts'

const INTRODUCTION = `# Plugins

Plugins are how Firebreak sees and how it acts. Diagnostic plugins only read. Remediation plugins change something; they run only as part of a plan a person has confirmed, and only with policy's leave at that moment.

All of them pass one door: parameters are checked against the schema below (an unknown one is refused), time and output are limited, secrets are removed, use is counted. A plugin whose system is not configured answers \`success: false\` and says what to set. \`GET /api/plugins\` lists them; \`POST /api/plugins/{name}/run\` with \`{"parameters": {…}}\` runs a diagnostic one by hand. \`DISABLED_PLUGINS\` takes plugins out of use.

## Your own

\`npx firebreak plugins new queue_depth\` writes one that loads as it is, with its test, to begin from (\`--category remediation\` for one that changes something). Or put a file into the folder \`plugins/\` (or \`PLUGINS_DIR\`), with one default export:

\`\`\`js
// plugins/custom.queue_depth.mjs
export default {
  name: 'custom.queue_depth',
  description: 'How many jobs wait in a queue. Good for "orders are late".',
  category: 'diagnostic',
  hosts: ['localhost:15672'],
  parameters: {
    type: 'object',
    properties: { queue: { type: 'string', description: 'Name of the queue.', default: 'orders' } },
  },
  async run({ queue }) {
    const response = await fetch(\`http://localhost:15672/queues/\${encodeURIComponent(queue)}\`, {
      headers: { authorization: \`Bearer \${process.env.CUSTOM_QUEUE_TOKEN}\` },
    })
    const { depth } = await response.json()
    return { success: true, data: { queue, depth }, message: \`\${depth} jobs wait.\` }
  },
}
\`\`\`

\`\`\`sh
npx firebreak plugins check plugins/custom.queue_depth.mjs
\`\`\`

- It is loaded at start and whenever the file is added, changed or removed; no restart. A broken file is reported in the log and in \`GET /api/status\` and skipped; the rest go on.
- Files end in \`.mjs\`, \`.cjs\`, \`.js\`, \`.ts\`, \`.mts\` or \`.cts\` (types are taken away, not checked; CommonJS has its plugin in \`module.exports\`). \`*.test.*\` and \`*.d.ts\` are left alone; \`.jsx\` and \`.tsx\` are reported.
- A name has letters, digits, \`_\`, \`-\` and dots, 64 characters at most; by custom it begins with \`custom.\`. Capitals, hyphens and a description under 20 characters are warned of, not refused. A name that reads like a built-in's (\`Restart-Pod\`) or like another plugin's cannot be taken.
- It runs in a process of its own for each call, behind a fence (bubblewrap): with the variables named \`CUSTOM_*\` and no others, with a limit on time (\`timeoutSeconds\`, 30), memory and output (1 MiB), without sight of any file but its own folder or of any process but its own, and without leave to write. It may start programs, which end with the call. What it prints goes nowhere.
- It has no network but the \`hosts\` it names, each a name with a port. They are led out by their names, so an address of digits, another port or another name reaches nothing, and neither does a redirection to one. What the file names counts from the next time it is loaded.
- Without bubblewrap, or where the kernel does not let it work (\`sandbox: off\` in \`GET /api/status\`; in most containers), plugins are **not loaded**, and status says so. \`ALLOW_UNFENCED_PLUGINS=true\` loads them all the same: then only Node's permissions keep them (no other files, no writing, no programs), they keep the whole network, and they run as another user (\`nobody\`, who must be able to read the folder) only where Firebreak itself runs as root. Node's permissions are no fence against a plugin that means harm.
- Every load, change, refusal and removal is on the audit trail. Category, risk and hosts count as they were when the plugin was first loaded; one that changes any of them waits, not loaded, until an admin agrees: \`npx firebreak plugins agree <name>\` or \`POST /api/plugins/{name}/agree\`.
- \`run\` gets the checked parameters and answers an object \`{ success, data, message, error }\`; where \`success\` is left out, it failed if there is an \`error\`. What is no object, or has a \`success\` that is neither true nor false, counts as a failure that says so.
- A remediation (\`category: 'remediation'\`) counts as high risk whatever it says, or as \`critical\` where its \`risk\` says so. FORBIDDEN_VERBS reads all its parameters, and whatever stands under \`namespace\` or \`namespaces\` must be in ALLOWED_NAMESPACES.
- A remediation without a gate is proposed only where a person asks for it by its name when an incident is looked at again. With a gate a rule or a model may want it too: \`gate: { ties: ['queue'], alerts: ['QueueFull*'] }\` says which parameters name what it touches (each must name something tied to the alert: a label's value, a service of the environment context, or what a listing shows around them) and for which alerts it is meant (left out: for any). A person confirms it in either case.
- The folder and its files must belong to the user Firebreak runs as, or to root, and must not be writable by a group or by everybody. A description has 2,000 characters at most, and the parameters 20,000.
`

/** The page for people who write or read plugins; the tables are made from the catalogue. */
export function pluginsPage(): string {
  const diagnostic = BUILT_IN_PLUGINS.filter(({ category }) => category === 'diagnostic')
  const remediation = BUILT_IN_PLUGINS.filter(({ category }) => category === 'remediation')
  return [
    INTRODUCTION,
    `## Diagnostic plugins (${diagnostic.length})\n`,
    ...diagnostic.map(sectionOf),
    `## Remediation plugins (${remediation.length})\n`,
    ...remediation.map(sectionOf),
  ].join('\n')
}

function sectionOf(plugin: Plugin): string {
  const risk = plugin.category === 'remediation' ? `\n\nRisk: ${plugin.risk} at least.` : ''
  return `### ${plugin.name}\n\n${plugin.description}${risk}\n\n${parameterTable(plugin)}\n`
}

function parameterTable({ parameters: { properties, required = [] } }: Plugin): string {
  const rows = Object.entries(properties).map(([name, schema]) => rowOf(name, schema, required.includes(name)))
  return rows.length === 0
    ? 'No parameters.'
    : ['| parameter | type | | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function rowOf(name: string, { type, default: fallback, description }: PropertySchema, isRequired: boolean): string {
  const note = isRequired ? 'required' : fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``
  return `| \`${name}\` | ${type} | ${note} | ${description.replaceAll('|', '\\|')} |`
}
