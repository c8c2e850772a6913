/** The illustration of the first empty screen. */
export function AwningStall() {
  return (
    <svg viewBox="0 0 132 84" aria-hidden className="mx-auto mb-6 w-33 fill-none">
      <path
        className="fill-awning-a"
        d="M22 8h88l12 24v5a11.2 11.2 0 0 1-22.4 0v-5H77.2v5a11.2 11.2 0 0 1-22.4 0v-5H32.4v5a11.2 11.2 0 0 1-22.4 0v-5z"
      />
      <path className="fill-awning-b" d="M32.4 32h22.4v5a11.2 11.2 0 0 1-22.4 0zM77.2 32h22.4v5a11.2 11.2 0 0 1-22.4 0z" />
      <path className="stroke-ink" strokeWidth="2.5" strokeLinecap="round" d="M22 56v24M110 56v24M4 80h124" />
      <path className="stroke-line-strong" strokeWidth="2.5" d="M54 80V62h24v18" />
    </svg>
  )
}
