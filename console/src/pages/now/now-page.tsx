import { Title } from '@mantine/core'

export function NowPage() {
  return <Title order={1}>Now</Title>
}
