/** What surrounds every page: the way in, the ways between pages, and whether the picture is live. */
import { Alert, AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { phrase } from '../language/phrase.ts'
import { isDialogOpen } from '../parts/choosing.ts'
import { Loading } from '../parts/loading.tsx'
import { LiveProvider, useLive } from '../server/live.tsx'
import { sessionQuery } from '../server/session.ts'
import { Account } from './account.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { Unanswered } from './unanswered.tsx'
import { useGoing } from './use-going.ts'

export function Shell() {
  const session = useQuery({ ...sessionQuery, refetchInterval: ({ state }) => isUnanswered(state) && ASKED_AGAIN_MS })
  if (isUnanswered(session)) return <Unanswered error={session.error} retry={session.refetch} />
  if (session.data === undefined) return <Loading />
  if (session.data === null) return <SignInPage />
  return (
    <LiveProvider isPaused={session.data.has_ended === true} who={session.data.name}>
      <Frame />
      <SignInDialog session={session.data} />
    </LiveProvider>
  )
}

const ASKED_AGAIN_MS = 5_000

/** Also while it is asked once more. */
function isUnanswered({ data, errorUpdateCount }: { data: unknown; errorUpdateCount: number }): boolean {
  return data === undefined && errorUpdateCount > 0
}

function Frame() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const burger = useRef<HTMLButtonElement>(null)
  useGoing()
  const leave = () => {
    if (!isOpen || isDialogOpen()) return
    close()
    burger.current?.focus()
  }
  useHotkeys([['escape', leave]])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
      // What slides is late, and slides again whenever the window changes its size.
      transitionDuration={0}
    >
      <a className="skip-link" href="#page">
        {phrase('Skip to the page')}
      </a>
      <AppShell.Header className="surface">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={phrase('Pages')}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Palette />
            <Account />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className="surface pages" data-open={isOpen || undefined}>
        <Navigation onChoose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <StreamBanner />
        <Outlet />
      </AppShell.Main>
      <KeyboardHelp />
    </AppShell>
  )
}

function Brand() {
  return (
    <Link to="/" className="brand" aria-label={phrase('Firebreak, what needs me now')}>
      <Group gap={8} wrap="nowrap">
        <img src="/firebreak.svg" width={26} height={26} alt="" />
        <Text fw={700} c="var(--mantine-color-text)">
          Firebreak
        </Text>
      </Group>
    </Link>
  )
}

function StreamBanner() {
  if (useLive() !== 'lost') return null
  return (
    <Alert color="yellow" mb="md" role="status" title={phrase('Not live')}>
      {phrase(
        'The event stream is lost; this page shows what was known. It catches up by itself when the service answers again.',
      )}
    </Alert>
  )
}
