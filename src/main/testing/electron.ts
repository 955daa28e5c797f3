// Replaces `electron` in unit tests: importing the npm package would download the binary. Any use of it throws.
export {};
