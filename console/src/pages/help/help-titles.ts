/** The documents that come with the service, in the order in which somebody new would read them. */
import { phrase } from '../../language/phrase.ts'

export const HELP_TITLES: Readonly<Record<string, string>> = {
  console: phrase('The console'),
  incidents: phrase('Incidents'),
  diagnosis: phrase('How an incident is diagnosed'),
  remediation: phrase('From a plan to a verified fix'),
  alerts: phrase('Alerts'),
  silences: phrase('Silences and maintenance windows'),
  chat: phrase('The chat'),
  knowledge: phrase('The knowledge base'),
  plugins: phrase('Plugins'),
  model: phrase('The language model'),
  kubernetes: phrase('Connecting a Kubernetes cluster'),
  databases: phrase('Databases Firebreak looks after'),
  monitoring: phrase('Watching, and being watched'),
  'command-line': phrase('The command line'),
  agents: phrase('Agents'),
  configuration: phrase('Configuration'),
  deployment: phrase('Deploying Firebreak'),
  operations: phrase('Running Firebreak for real'),
  evaluation: phrase('Is the diagnosis any good?'),
  glossary: phrase('Words of the house'),
}
