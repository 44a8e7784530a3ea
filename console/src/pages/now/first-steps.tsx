/** The steps themselves, with the exact commands. Each is done when the service says so, and not before. */
import type { Status } from '@contract/system.ts'
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Command } from '../../parts/command.tsx'
import type { Session } from '../../server/session.ts'

export type FirstStep = { name: string; title: string; isDone: boolean; how: ReactNode }

type Known = { hasAlert: boolean; hasDemo: boolean; status: Status; session: Session }

export function firstSteps({ hasAlert, hasDemo, status, session }: Known): FirstStep[] {
  const isAdmin = session.role === 'admin'
  return [
    { name: 'alert', title: phrase('Send a test alert'), isDone: hasAlert, how: <TestAlert session={session} /> },
    { name: 'demo', title: phrase('Run the demo'), isDone: hasDemo, how: <Demo session={session} /> },
    {
      name: 'cluster',
      title: phrase('Connect a cluster'),
      isDone: status.cluster_status === 'connected',
      how: <Cluster />,
    },
    {
      name: 'database',
      title: phrase('Name a database to look after'),
      isDone: status.target_databases > 0,
      how: <Database />,
    },
    {
      name: 'model',
      title: phrase('Connect a model'),
      isDone: status.llm_status === 'connected',
      how: <Model isAdmin={isAdmin} />,
    },
    {
      name: 'chat',
      title: phrase('Connect a chat'),
      isDone: status.chat_status === 'connected',
      how: <Chat isAdmin={isAdmin} />,
    },
  ]
}

function How({ children }: { children: ReactNode }) {
  return (
    <Stack gap="xs" fz="sm">
      {children}
    </Stack>
  )
}

const TEST_ALERT = JSON.stringify({
  message: 'Test alert: nothing is wrong, somebody tries the way in',
  metadata: { severity: 'info', source: 'first-steps' },
})

function TestAlert({ session }: { session: Session }) {
  const key = session.is_open ? '' : ` -H "Authorization: Bearer $FIREBREAK_KEY"`
  const line = `curl -X POST ${window.location.origin}/api/alert -H 'Content-Type: application/json'${key} -d '${TEST_ALERT}'`
  return (
    <How>
      <Text size="sm">{phrase('It becomes an incident and appears on this page at once.')}</Text>
      <Command line={line} label={phrase('the test alert')} />
      {!session.is_open && (
        <Text size="sm">
          {richPhrase('FIREBREAK_KEY is a key that may send alerts: {code} makes one.', {
            code: <code>npx firebreak keys create --role sender</code>,
          })}
        </Text>
      )}
    </How>
  )
}

function Demo({ session }: { session: Session }) {
  return (
    <How>
      <Text size="sm">
        {phrase(
          'A real lock in the database that npm start brought along: diagnosed, explained, and ended once you confirm.',
        )}
      </Text>
      <Command
        line={session.is_open ? 'npm run demo' : 'API_KEY="$FIREBREAK_KEY" npm run demo'}
        label={phrase('the demo')}
      />
    </How>
  )
}

function Cluster() {
  return (
    <How>
      <Text size="sm">
        {phrase(
          'Start Firebreak with a kubeconfig, or inside the cluster with a service account. Looking needs no right to change anything.',
        )}
      </Text>
      <Command line="KUBECONFIG=$HOME/.kube/config npm start" label={phrase('the start with a cluster')} />
      <Command line="npx firebreak doctor" label={phrase('the check')} />
    </How>
  )
}

function Database() {
  return (
    <How>
      <Text size="sm">
        {phrase('PostgreSQL databases by name and address, separated by commas. npm start looks after its own.')}
      </Text>
      <Command
        line="TARGET_DATABASES='shop=postgresql://firebreak@db.example.com/shop' npm start"
        label={phrase('the start with a database')}
      />
    </How>
  )
}

function Model({ isAdmin }: { isAdmin: boolean }) {
  return (
    <How>
      <Text size="sm">
        {richPhrase('Without one the built-in analysis diagnoses alone. Give the key {where}, or at the start:', {
          where: isAdmin ? <SettingsLink /> : phrase('to the settings'),
        })}
      </Text>
      <Command line="LLM_PROVIDER=provider_a LLM_API_KEY=… npm start" label={phrase('the start with a model')} />
      <Text size="sm">
        {phrase('provider_b with LLM_BASE_URL and LLM_MODEL is any server that speaks chat completions.')}
      </Text>
    </How>
  )
}

function Chat({ isAdmin }: { isAdmin: boolean }) {
  return (
    <How>
      <Text size="sm">
        {richPhrase('Then plans come as cards with buttons. Give the application’s values {where}, or at the start:', {
          where: isAdmin ? <SettingsLink /> : phrase('to the settings'),
        })}
      </Text>
      <Command
        line="CHAT_APP_ID=… CHAT_APP_SECRET=… CHAT_ENCRYPT_KEY=… CHAT_DEFAULT_CHAT_ID=… npm start"
        label={phrase('the start with a chat')}
      />
    </How>
  )
}

function SettingsLink() {
  return (
    <>
      {richPhrase('on the {anchor}', {
        anchor: (
          <Anchor component={Link} to="/settings" c="inherit" underline="always" inherit>
            {phrase('settings page')}
          </Anchor>
        ),
      })}
    </>
  )
}
