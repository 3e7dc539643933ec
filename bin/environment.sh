# Sourced by the commands of this directory, with $root set to the checkout.
#
# prepare_environment runtime|test
#     makes sure that $root/.venv is a virtual environment holding Railhead (and, with "test",
#     the tools that check it) in the versions of constraints.txt; then sets $python to its
#     interpreter. Writes nothing on standard output.
#
# The environment carries a stamp of what it was made from. The stamp is removed before any change
# and written last, so that an interrupted set-up is never taken for a finished one.

environment=$root/.venv
stamp=$environment/railhead-stamp
log=$environment/set-up.log
python=$environment/bin/python

# The environment is private: nothing of the caller's own Python set-up may leak into it.
unset PYTHONHOME PYTHONPATH __PYVENV_LAUNCHER__

fail() {
    printf 'railhead: %s\n' "$@" >&2
    exit 1
}

# Prints the version of the interpreter $1; fails unless it really runs and is new enough.
# (Being on the PATH proves nothing: version managers leave commands there that do not work.)
version_of() {
    "$1" -I -S -c '
import sys
if sys.version_info < (3, 11):
    sys.exit(1)
print("%d.%d.%d" % sys.version_info[:3])
' </dev/null 2>/dev/null
}

can_make_environments() {
    "$1" -I -c 'import ensurepip, venv' </dev/null >/dev/null 2>&1
}

# Sets $base to the Python to make the environment with and $base_version to its version.
find_base() {
    incomplete=
    if [ -n "${RAILHEAD_PYTHON:-}" ]; then
        base_version=$(version_of "$RAILHEAD_PYTHON") ||
            fail "RAILHEAD_PYTHON is '$RAILHEAD_PYTHON', which is not a working Python 3.11 or newer."
        base=$RAILHEAD_PYTHON
        if can_make_environments "$base"; then return; fi
        incomplete=$base
        incomplete_version=$base_version
    else
        for base in python3.13 python3.12 python3.11 python3; do
            base_version=$(version_of "$base") || continue
            if can_make_environments "$base"; then return; fi
            if [ -z "$incomplete" ]; then
                incomplete=$base
                incomplete_version=$base_version
            fi
        done
    fi
    if [ -z "$incomplete" ]; then
        fail "Railhead needs Python 3.11 or newer, and none was found." \
            "Install one, or set RAILHEAD_PYTHON to the path of one."
    fi
    fail "'$incomplete' (Python $incomplete_version) cannot make virtual environments:" \
        "its modules 'venv' and 'ensurepip' are missing. On Debian and Ubuntu, install the package" \
        "python${incomplete_version%.*}-venv; or set RAILHEAD_PYTHON to the path of a complete Python 3.11 or newer."
}

# Prints the stamp of an environment of kind $1 made with Python version $2.
stamp_for() {
    printf '%s\n' "kind $1" "python $2" "checkout $root" \
        "requirements $(cat "$root/pyproject.toml" "$root/constraints.txt" | cksum)"
}

# Succeeds when the environment is complete, up to date and enough for kind $1.
is_ready() {
    [ -f "$stamp" ] && [ -x "$python" ] || return 1
    ready_version=$(version_of "$python") || return 1
    if [ -n "${RAILHEAD_PYTHON:-}" ]; then
        [ "$(version_of "$RAILHEAD_PYTHON")" = "$ready_version" ] || return 1
    fi
    ready_stamp=$(cat "$stamp")
    [ "$ready_stamp" = "$(stamp_for test "$ready_version")" ] ||
        [ "$ready_stamp" = "$(stamp_for "$1" "$ready_version")" ]
}

# Waits for the lock open on descriptor 9. It belongs to the open file, which the shell holds, so it
# outlives this interpreter and ends with the set-up, however that ends: it cannot go stale.
take_lock() {
    "$base" -I -S -c '
import fcntl, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("Waiting for another set-up of Railhead to finish...", file=sys.stderr)
    fcntl.flock(9, fcntl.LOCK_EX)
' </dev/null 9>&9
}

# Runs a step of the set-up; its output is shown only when it fails.
step() {
    if "$@" </dev/null >>"$log" 2>&1; then return; fi
    tail -n 20 "$log" >&2
    fail "The set-up failed; the lines above are the end of $log." \
        "The first set-up needs to be able to fetch packages; run the command again to retry."
}

pip_install() {
    step env PIP_USER=0 "$python" -I -m pip install --quiet --no-input --disable-pip-version-check \
        --constraint constraints.txt "$@"
}

# Makes or updates the environment for kind $1. Called with the lock held.
set_up() {
    kind=$1
    # The same Python and the same checkout: update in place, and keep the test tools if present.
    reuse=no
    if [ -f "$stamp" ] && [ "$(version_of "$python")" = "$base_version" ] &&
        grep -Fqx "python $base_version" "$stamp" && grep -Fqx "checkout $root" "$stamp"; then
        reuse=yes
        if grep -Fqx "kind test" "$stamp"; then kind=test; fi
    fi
    if [ "$reuse" = yes ]; then
        echo "Setting up Railhead (what it needs has changed, about a minute)..." >&2
        rm -f "$stamp"
    else
        echo "Setting up Railhead (first use, about a minute)..." >&2
        rm -f "$stamp"
        rm -rf "$environment"
        mkdir "$environment"
    fi
    # What is being installed is settled now: a file that changes meanwhile must not pass for it.
    made=$(stamp_for "$kind" "$base_version")
    : >"$log"
    if [ "$reuse" = no ]; then step "$base" -I -m venv "$environment"; fi
    cd -- "$root"
    pip_install setuptools
    case $kind in
        test) pip_install --no-build-isolation --editable '.[test]' ;;
        *) pip_install --no-build-isolation --editable '.[site]' ;;
    esac
    printf '%s\n' "$made" >"$stamp.new"
    mv -f "$stamp.new" "$stamp"
}

prepare_environment() {
    if is_ready "$1"; then return; fi
    find_base
    [ -w "$root" ] || fail "Railhead cannot set itself up: the directory $root is not writable."
    (
        take_lock
        # Another process may have done it while this one waited.
        if is_ready "$1"; then exit 0; fi
        set_up "$1"
    ) 9>"$root/.venv.lock"
}
