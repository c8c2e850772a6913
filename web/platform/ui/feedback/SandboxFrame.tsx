/** The frame around the window in sandbox mode; it ignores pointer events. */
export function SandboxFrame() {
  return <div aria-hidden className="sandbox-frame" />
}
