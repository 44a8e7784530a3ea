import { Center, Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSwitch } from './language-switch.tsx'

/** What is seen before it is known who sits here. */
export function FrontDoor({ children }: { children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420} className="surface">
        <Stack>
          <Group justify="space-between">
            <Group gap="xs">
              <img src="/firebreak.svg" width={32} height={32} alt="" />
              <Title order={1}>Firebreak</Title>
            </Group>
            <LanguageSwitch />
          </Group>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
