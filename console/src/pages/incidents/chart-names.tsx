/** Which colour is what. */
type Props = { names: readonly { name: string; shade: string }[] }

export function ChartNames({ names }: Props) {
  return (
    <ul className="chart-names">
      {names.map(({ name, shade }) => (
        <li key={name}>
          <span style={{ background: shade }} />
          {name}
        </li>
      ))}
    </ul>
  )
}
