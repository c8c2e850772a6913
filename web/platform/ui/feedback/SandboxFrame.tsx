/** The tape around the window in sandbox mode; never in the way of a press. */
export function SandboxFrame() {
  return <div aria-hidden className="sandbox-frame" />
}
