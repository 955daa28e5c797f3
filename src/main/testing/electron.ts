// Stands in for `electron` in unit tests, since importing the npm package downloads the binary: any use of it throws.
export {};
