/** A port that was free a moment ago. */
export declare function freePort(): Promise<number>
