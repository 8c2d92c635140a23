// Data as JSON, as a program gets it.
export function Json({ value }: { value: unknown }) {
  return (
    <pre className="json code" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
