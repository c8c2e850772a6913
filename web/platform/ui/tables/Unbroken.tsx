/** A number such as PED-29981 or LIQ-2026-020928, short enough for a line of a phone. */
const number = /\b([A-Z]{1,4}-\d[\d-]{2,14}\d)\b/

/** A text whose order, settlement and invoice numbers do not break at their hyphens. */
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
