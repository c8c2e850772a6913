import { shortNumber } from '#domain/platform/shortNumber'

/** A text whose order, settlement and invoice numbers do not break at their hyphens. */
export const Unbroken = ({ children }: { children: string }) =>
  children.split(shortNumber).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
