set -e
ffmpeg -v error -f lavfi -i color=0x3366cc:s=16x16:d=1 -frames:v 1 Shots/logo.png
ffmpeg -v error -f lavfi -i color=0xcc3366:s=16x16:d=1 -frames:v 1 other.png
ffmpeg -v error -f lavfi -i sine=440:d=0.5 Shots/tone.wav
ffmpeg -v error -f lavfi -i sine=880:d=0.5 -af volume=0.5 other.wav
git init -q .
git config user.name Ada
git config user.email ada@example.org
"$ROSTRUM" verify --update missing > recorded.txt || test $? = 3
"$ROSTRUM" verify > green.txt
printf 'q?\nreport\n*.txt\n' > .gitignore
git add -A
git commit -qm 'Record the baselines'
