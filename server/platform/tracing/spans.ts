/** Attributes of a span: names from our code, hosts and states; never a value that a person or a shop gave. */
type SpanFacts = Readonly<Record<string, string | number | boolean>>
/** `root`: begins a trace of its own, for work that outlives what started it. */
type SpanStart = { name: string; facts?: SpanFacts; root?: boolean }

/** What records spans; loaded only when a collector is set. */
export type Tracer = {
  inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T>
  /** A statement, without its values, where a span is open. */
  inStatement<T>(statement: { text: string; name?: string | undefined }, work: () => Promise<T>): Promise<T>
  addFacts(facts: SpanFacts): void
  traceId(): string | undefined
  traceparent(): string | undefined
}

let tracer: Tracer | null = null

/** Sets what records spans in this process; null: nothing does. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Runs the work in a span, which ends with it. */
export const inSpan = <T>(start: SpanStart, work: () => Promise<T>): Promise<T> => (tracer ? tracer.inSpan(start, work) : work())

/** Sends a statement in a span, if there is an open one. */
export const inStatementSpan = <T>(statement: Parameters<Tracer['inStatement']>[0], work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.inStatement(statement, work) : work()

/** Adds attributes to the open span. */
export const addSpanFacts = (facts: SpanFacts): void => tracer?.addFacts(facts)

/** For the log; empty outside a trace. */
export function traceFacts(): { trace_id?: string } {
  const traceId = tracer?.traceId()
  return traceId === undefined ? {} : { trace_id: traceId }
}

/**
 * The header of W3C Trace Context for a request to the provider's own systems or to a shop's server, which may go on with the trace. Public services of others
 * (card networks, push services) do not get it.
 */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = tracer?.traceparent()
  return traceparent === undefined ? {} : { traceparent }
}

/** The same function, in a span; with its properties. */
export function inSpanOf<F extends (...args: never[]) => Promise<unknown>>(start: SpanStart, work: F): F {
  if (!tracer) return work
  const traced = (...given: Parameters<F>) => inSpan(start, () => work(...given))
  return Object.assign(traced as unknown as F, work)
}
