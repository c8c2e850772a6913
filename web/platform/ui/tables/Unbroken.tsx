/** A number such as PED-29981 or LIQ-2026-020928, short enough for a line of a phone. */
const number = /\b([A-Z]{1,4}-\d[\d-]{2,14}\d)\b/

/** A text whose numbers of orders, settlements and invoices stay whole at the end of a line, where a browser would part them at a hyphen. */
export const Unbroken = ({ children }: { children: string }) =>
  children.split(number).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
