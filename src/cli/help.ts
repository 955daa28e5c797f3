/** Without a line break at its end. */
export const HELP = `Show your rented GPU VMs and what they cost, and log in to them.

USAGE
  gpu-tray <command> [options]

COMMANDS
  status             Show VMs and costs of the stored accounts or the given one
  show <vm>          Show every field of a VM and what it costs
  usage              Show what each VM cost over a range of days
  events             Show what the app recorded: VMs, alerts, and gaps
  prices             Show the prices of the GPU types; needs no account
  offers             Show the GPUs on offer, cheapest first; needs no account
  launch             Create a VM, after a confirmation that names its price
  ssh <vm>           Log in to a VM by its alias, label or number
  start, stop, destroy <vm>
                     Start, stop or destroy a VM, after a confirmation;
                     requires a service profile
  autostop <vm> <limit>
                     Let the app stop a VM: 19:00, 4h, idle 1h (after that time
                     without work), spend 25 (after $25); off: do not
  profile            Print, check, set or remove an account's service profile
  login              Store an account's credential in the system keychain
  logout [account]   Delete a stored credential (account: id, label or email)
  doctor             Check the keychain, network, service, permissions and SSH
  completion <shell> Print a script that completes commands, options and VMs in
                     bash, zsh or fish

STATUS, USAGE, PRICES, OFFERS AND DOCTOR OPTIONS
  --json             Print one JSON object
  --no-color         Print without colors, as with NO_COLOR

STATUS OPTIONS
  --watch            Keep running, and print again when something changes

SHOW OPTIONS
  --json             Print one JSON object

USAGE OPTIONS
  --from <day>       First day in UTC, such as 2026-11-01; default: of the month
  --to <day>         Last day in UTC; default: today
  --csv              Print a row per VM for a spreadsheet
  --check            Compare the bill with what the app measured

EVENTS OPTIONS
  --since <time>     A day in UTC, or an age such as 24h; default: 7d
  --json             Print one JSON object

OFFERS OPTIONS
  --gpu-type <type>  Only GPU types with this in their name, such as 4090
  --min-gpus <n>     Only offers of at least n GPUs
  --max-price <$/h>  Only offers at or below this price per hour

SSH OPTIONS
  --print            Print the command that logs in instead of running it

LAUNCH OPTIONS
  --node <id>        Node, such as vm03
  --gpu-type <type>  5090, 4090 or pro6000
  --gpu-count <n>    1, 2, 4 or 8
  --storage-gb <n>   Disk in GB, at least 50
  --template <n>     100 or 101: base image 22.04 or 24.04, SSH only;
                     102 or 103: AI applications, 104: desktop, with WebUI
  --rental <type>    on_demand (default), interruptible or reserved
  --months <n>       1, 3 or 6, for a reserved VM
  --auth <method>    ssh_key (default) or password
  --ssh-key-id <id>  Default: the oldest SSH key of the user
  --password-stdin   Read the VM's password, at least 12 characters; after
                     --api-key-stdin, on the second line; so is it with
                     --email and --auth password
  --like <vm>        Take what is not given from a VM: alias, label or number
  --preset <name>    Take what is not given from an order that the app saved
  --account <account>
                     Which stored account pays
  --yes              Launch without asking
  --anyway           Launch also while it is unknown whether an earlier launch
                     created a VM
  --wait             Wait until the VM accepts logins
  --json             Print one JSON object

START, STOP AND DESTROY OPTIONS
  --profile <file>   Service profile of the account that --base-url and a
                     credential give; a stored account has its own
  --yes              Do not ask for a confirmation
  --wait             Wait until the service confirms it, at most 2 minutes
  --json             Print one JSON object

PROFILE OPTIONS
  --set <file>       Set the profile of the account
  --check <file>     Only check the file
  --remove           Remove the profile of the account
  --account <account>
                     Account: id, label or email; default: the only one

CREDENTIALS (of status, show, usage, doctor, launch, start, stop, destroy and
login; standard input only)
  --base-url <url>   Service URL, starting with https://; enough for prices
                     and offers
  --api-key-stdin    Read an API key; a read-only key is enough to look
  --email <email> --password-stdin
                     Read a password; it is used once and not stored

LOGIN OPTIONS
  --account <account>
                     Sign in again to a stored account

GLOBAL OPTIONS
  --verbose          Log each step to standard error
  -h, --help         Show this help
  --version          Show the version

EXAMPLES
  gpu-tray login --base-url https://api.example.com --api-key-stdin
  gpu-tray status --watch
  gpu-tray usage --from 2026-11-01 --csv > usage.csv
  gpu-tray ssh scratch

EXIT CODES
  0    Up to date; doctor: no check failed
  1    Internal error, or the output could not be written
  2    Invalid command line or order, or no account or VM matches
  3    Signed out or refused, or the keychain is locked or absent;
       doctor: the keychain or the permissions failed
  4    Unreachable, rate limited or out of date; doctor: another check failed;
       launch: not created, or unknown whether it was
  130  Interrupted
  ssh exits with the exit code of ssh: 255 if the login failed, else that of
  the remote command.`;
